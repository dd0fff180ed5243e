"""Wire constants of protocol 22 as the reference codec's own data.

Each table is text, one ``name:width`` word per field in wire order: ``f`` is float mode, ``a`` is
angle16 mode, a number is an integer width, and a negative number is a width too (it changes
nothing on the wire). `CODES` lists the fixed Huffman code of each byte value, first bit first;
`tests/test_reference.py` proves the codes from `SEED`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

FLOAT: Final = 0
ANGLE16: Final = -100


class Field(NamedTuple):
    """One descriptor: its name and its mode (`FLOAT`, `ANGLE16` or an integer width)."""

    name: str
    mode: int


def _table(text: str) -> tuple[Field, ...]:
    modes = {"f": FLOAT, "a": ANGLE16}
    fields = []
    for word in text.split():
        name, _, mode = word.rpartition(":")
        fields.append(Field(name, modes[mode] if mode in modes else int(mode)))
    return tuple(fields)


ENTITY: Final = _table("""
pos.trTime:32 pos.trBase[0]:f pos.trBase[1]:f pos.trDelta[1]:f pos.trDelta[0]:f angles2[1]:f
apos.trBase[1]:a apos.trBase[0]:a pos.trBase[2]:f pos.trDelta[2]:f eventSequence:8 eType:8
eFlags:24 groundEntityNum:10 legsAnim:10 clientNum:8 apos.trBase[2]:a events[0]:8 index:9
events[1]:8 events[2]:8 events[3]:8 eventParm:8 torsoAnim:10 surfType:8 scale:8 otherEntityNum:10
fWaistPitch:f pos.trType:8 xmodel:9 angles2[0]:f fTorsoHeight:f fTorsoPitch:f apos.trType:8
solid:24 weapon:7 apos.trTime:32 apos.trDelta[0]:f eventParms[0]:8 pos.trDuration:32
animMovetype:4 eventParms[1]:8 apos.trDelta[2]:f eventParms[2]:8 eventParms[3]:8 leanf:f
apos.trDelta[1]:f loopSound:8 attackerEntityNum:10 iHeadIcon:4 iHeadIconTeam:2 apos.trDuration:32
time:32 time2:32 origin2[0]:f origin2[1]:f origin2[2]:f angles2[2]:f constantLight:32 dmgFlags:32
""")

VEHICLE: Final = _table("""
pos.trBase[2]:f pos.trBase[0]:f pos.trBase[1]:f apos.trBase[2]:a apos.trBase[1]:a apos.trBase[0]:a
angles2[1]:a time:-16 time2:6 origin2[0]:8 origin2[2]:8 angles2[0]:a origin2[1]:a angles2[2]:a
leanf:a loopSound:8 eType:8 eFlags:24 eventSequence:8 events[0]:8 events[1]:8 events[2]:8
events[3]:8 eventParm:8 eventParms[0]:8 eventParms[1]:8 eventParms[2]:8 eventParms[3]:8
iHeadIcon:6 iHeadIconTeam:2 animMovetype:8 index:9 torsoAnim:10 surfType:8 scale:8
otherEntityNum:10 fWaistPitch:f pos.trType:8 xmodel:9 fTorsoHeight:f fTorsoPitch:f apos.trType:8
solid:24 weapon:7 apos.trTime:32 apos.trDelta[0]:f apos.trDelta[2]:f apos.trDelta[1]:f
attackerEntityNum:10 apos.trDuration:32 constantLight:32 dmgFlags:32 pos.trTime:32
pos.trDuration:32 groundEntityNum:10 legsAnim:10 clientNum:8 pos.trDelta[1]:f pos.trDelta[0]:f
pos.trDelta[2]:f
""")

ARCHIVED_ENTITY: Final = _table("""
absmin[1]:f absmax[1]:f absmin[0]:f absmax[0]:f absmin[2]:f absmax[2]:f pos.trBase[1]:f
pos.trBase[0]:f eType:8 eFlags:24 pos.trBase[2]:f svFlags:32 groundEntityNum:10 apos.trBase[1]:f
clientNum:8 apos.trBase[0]:f index:9 apos.trBase[2]:f eventSequence:8 events[0]:8 legsAnim:10
events[1]:8 events[2]:8 events[3]:8 weapon:7 pos.trType:8 xmodel:9 pos.trTime:32 apos.trType:8
solid:24 pos.trDuration:32 eventParms[0]:8 torsoAnim:10 pos.trDelta[0]:f pos.trDelta[1]:f
angles2[1]:f angles2[0]:f animMovetype:4 pos.trDelta[2]:f otherEntityNum:10 eventParms[1]:8
surfType:8 eventParm:8 eventParms[2]:8 scale:8 eventParms[3]:8 fTorsoHeight:f fWaistPitch:f
fTorsoPitch:f apos.trTime:32 apos.trDelta[0]:f apos.trDelta[2]:f singleClient:6 leanf:f
apos.trDelta[1]:f loopSound:8 attackerEntityNum:10 iHeadIcon:4 iHeadIconTeam:2 apos.trDuration:32
time:32 time2:32 origin2[0]:f origin2[1]:f origin2[2]:f angles2[2]:f constantLight:32 dmgFlags:32
""")

CLIENT: Final = _table("""
team:2 name[0]:32 name[4]:32 attachModelIndex[0]:8 attachModelIndex[2]:8 attachModelIndex[3]:8
modelindex:8 attachModelIndex[1]:8 name[8]:32 name[12]:32 attachModelIndex[4]:8 name[16]:32
attachTagIndex[0]:5 attachTagIndex[1]:5 attachTagIndex[2]:5 attachTagIndex[3]:5
attachTagIndex[4]:5 attachModelIndex[5]:8 attachTagIndex[5]:5 name[20]:32 name[24]:32 name[28]:32
""")

HUD_ELEMENT: Final = _table("""
color.rgba:32 type:4 fontScale:f y:10 x:10 alignY:2 alignX:2 time:32 font:4 text:8 shaderIndex:8
width:10 height:10 sort:f fromColor.rgba:32 fadeStartTime:32 fadeTime:16 scaleStartTime:32
scaleTime:16 fromHeight:10 value:f label:8 fromWidth:10 moveStartTime:32 moveTime:16 fromX:10
fromY:10 duration:32 SCOORD:32 TCOORD:32
""")

PLAYER: Final = _table("""
commandTime:32 origin[1]:f origin[0]:f origin[2]:f viewangles[1]:a viewangles[0]:a
iCompassFriendInfo:32 eFlags:24 bobCycle:8 viewHeightCurrent:f eventSequence:8 legsAnim:10
pm_flags:24 delta_angles[1]:16 velocity[1]:f velocity[0]:f iCompassTankInfo:32 speed:16 mins[0]:f
mins[1]:f maxs[0]:f maxs[1]:f maxs[2]:f proneViewHeight:-8 crouchViewHeight:-8 standViewHeight:-8
deadViewHeight:-8 walkSpeedScale:f runSpeedScale:f sprintSpeedScale:f proneSpeedScale:f
crouchSpeedScale:f strafeSpeedScale:f backSpeedScale:f leanSpeedScale:f fatigueScale:f
lastSprintTime:f friction:f groundEntityNum:10 viewHeightTarget:-8 events[0]:8 weapons[0]:32
weaponslots[0]:32 gravity:16 serverCursorHintString:-8 viewmodelIndex:8 events[1]:8 events[2]:8
events[3]:8 delta_angles[0]:16 weapon:7 movementDir:8 viewHeightLerpTarget:-8 weaponslots[4]:32
proneDirection:f aimSpreadScale:f weapAnim:10 jumpTime:32 velocity[2]:f weaponTime:-16
proneTorsoPitch:f proneDirectionPitch:f fTorsoPitch:f fWaistPitch:f fTorsoHeight:f weaponstate:4
torsoTimer:16 torsoAnim:10 eventParms[0]:8 vLadderVec[0]:f eventParms[3]:8 viewHeightLerpDown:1
weaponDelay:-16 eventParms[1]:8 viewHeightLerpTime:32 eventParms[2]:8 vLadderVec[1]:f
fWeaponPosFrac:f pm_type:8 legsTimer:16 fJumpOriginZ:f leanf:f damageEvent:8 damageYaw:8
damagePitch:8 damageCount:7 weaponrechamber[0]:32 grenadeTimeLeft:-16 pm_time:-16
iFoliageSoundTime:32 iFatigueSoundTime:32 deltaTime:32 serverCursorHint:8 serverCursorHintVal:8
shellshockIndex:4 shellshockTime:32 shellshockDuration:16 delta_angles[2]:16 vLadderVec[2]:f
clientNum:8 weapons[1]:32 weaponrechamber[1]:32 viewangles[2]:a viewHeightLerpPosAdj:f mins[2]:f
viewlocked:8 viewlocked_entNum:16 vehPos:4 vehType:4 vehMotion:2 weapons[2]:32 weapons[3]:32
weaponrechamber[2]:32 weaponrechamber[3]:32
""")

OBJECTIVE: Final = _table("""
origin[0]:f origin[1]:f origin[2]:f icon:12 entNum:10 teamNum:4
""")

_SEED_TEXT = """
250315 41193 6292 7106 3730 3750 6110 23283 33317 6950 7838 9714 9257 17259 3949 1778 8288 1604
1590 1663 1100 1213 1238 1134 1749 1059 1246 1149 1273 4486 2805 3472 21819 1159 1670 1066 1043
1012 1053 1070 1726 888 1180 850 960 780 1752 3296 10630 4514 5881 2685 4650 3837 2093 1867 2584
1949 1972 940 1134 1788 1670 1206 5719 6128 7222 6654 3710 3795 1492 1524 2215 1140 1355 971 2180
1248 1328 1195 1770 1078 1264 1266 1168 965 1155 1186 1347 1228 1529 1600 2617 2048 2546 3275 2410
3585 2504 2800 2675 6146 3663 2840 14253 3164 2221 1687 3208 2739 3512 4796 4091 3515 5288 4016
7937 6031 5360 3924 4892 3743 4566 4807 5852 6400 6225 8291 23243 7838 7073 8935 5437 4483 3641
5256 5312 5328 5370 3492 2458 1694 1821 2121 1916 1149 1516 1367 1236 1029 1258 1104 1245 1006
1149 1025 1241 952 1287 997 1713 1009 1187 879 1099 929 1078 951 1656 930 1153 1030 1262 1062 1214
1060 1621 930 1106 912 1034 892 1158 990 1175 850 1121 903 1087 920 1144 1056 3462 2240 4397 12136
7758 1345 1307 3278 1950 886 1023 1112 1077 1042 1061 1071 1484 1001 1096 915 1052 995 1070 876
1111 851 1059 805 1112 923 1103 817 1899 1872 976 841 1127 956 1159 950 7791 954 1289 933 1127
3207 1020 927 1355 768 1040 745 952 805 1073 740 1013 805 1008 796 996 1057 11457 13504
"""
SEED: Final = tuple(int(count) for count in _SEED_TEXT.split())
"""How often each byte value is added, in order, to the adaptive tree."""

_CODE_TEXT = """
01 11011 0001001 0011011 10000101 10001000 0000100 111111 10101 0010110 1001011 1101000 1100100
101101 10011100 001101010 1010010 000110100 000011111 000111111 1011101110 1100111111 1101010001
1100010011 001011110 1011000110 1101010100 1100011011 1101011110 11000010 111100100 00101011
111011 1100101100 001000100 1011001101 1010001111 1001111111 1011000011 1011001111 001010010
0011010110 1100110000 0010100000 1000111001 0000111101 001011111 00011110 1110010 11000011
11110111 111010011 11001010 10001101 101100000 100001101 111000000 100011110 100110011 1000100110
1100010010 001111010 001000101 1100111110 11110011 0000101 0011111 0010000 10000100 10001010
000000010 000011100 101111001 1100011000 1110101101 1000111011 101110011 1101010101 1110001110
1100110011 001101001 1011100100 1101011010 1101011011 1100101110 1000111010 1100011110 1100110001
1110101100 1101001101 000011101 000101010 111000110 101000001 110101110 00011011 110011110
00111100 110101011 111100011 111010010 0000110 10000010 111100101 001110 00010100 101111010
001000110 00011001 111100010 00110000 11001101 10100001 00110001 11100010 10011110 1001101 0000001
11101000 10011000 11010010 10000111 11000101 11001110 11110110 0001011 0001000 1010011 111110
1001010 0011001 1011111 11110000 11000001 10000000 11100001 11100110 11100111 11101010 00101110
110100111 001000111 100000010 101100100 100011001 1100011010 000000011 1110101111 1101010000
1010001010 1101011000 1011110000 1101010011 1001111100 1100011100 1010001001 1101010010 1000110000
1101011111 1001110110 001010001 1001111110 1100110010 0011010000 1011101101 1000001110 1011100011
1000101110 000111001 1000011000 1100011101 1010001011 1101011001 1011001100 1101001100 1011001010
000111000 1000001111 1011110001 0011110111 1010001100 0011010111 1100011111 1001100101 1100101111
0010100001 1100000001 0011110110 1011100101 1000000111 1100011001 1011000100 00101010 110000001
10111010 000001 1001000 1110001111 1110000011 00011101 100011111 0011010001 1010001000 1100000000
1011100010 1010001110 1011001011 1011100000 000000000 1001110111 1011101100 1000000110 1011000010
1001110100 1011001110 0010100111 1011110110 0010100110 1011000111 0001101010 1011110111 1000001100
1011101111 0001111100 100010110 100010010 1001100100 0001111101 1100010000 1000111000 1100101101
1000100111 1001001 1000110001 1110000010 1000011001 1100010001 00011000 1010000001 1000001101
1110101110 0000111100 1010001101 0000000011 1000101111 0001010111 1011100001 00000000101
1010000000 0001101011 1001111101 0001010110 1001110101 1011000101 1111010 001001
"""
CODES: Final = tuple(_CODE_TEXT.split())

NYT_CODE: Final = "00000000100"
"""The not-yet-transmitted leaf stays in the fixed tree; its pattern is never sent."""
