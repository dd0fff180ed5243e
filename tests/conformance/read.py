"""How the unbroken server keeps each rule of reading messages (parsing)."""

from __future__ import annotations

from uoproto.connection.events import (
    ConfigstringChanged,
    Disconnected,
    GamestateReceived,
    LoadingNewMap,
    MapRestarted,
    ServerCommandReceived,
)

from .scene import KICKED, LONG, LONG_INDEX, Scene

LETTERS = "abcdefghijklmnBopqrsStuvwxyzCDEF"


def lengths(scene: Scene) -> None:
    texts = scene.texts()
    assert len(texts) > 10
    assert max(map(len, texts)) <= 1023


def letters(scene: Scene) -> None:
    assert {text[0] for text in scene.texts()} <= set(LETTERS)


def no_gaps(scene: Scene) -> None:
    for client in scene.clients:
        numbers = [event.sequence for event in scene.of(ServerCommandReceived, client)]
        assert numbers == [*range(numbers[0], numbers[0] + len(numbers))]


def last_words(scene: Scene) -> None:
    assert scene.of(Disconnected) == [Disconnected(KICKED)]
    assert scene.texts(scene.loader)[-1] == f'w "{KICKED}"'


def long_values(scene: Scene) -> None:
    for client in scene.clients:
        changes = scene.of(ConfigstringChanged, client)
        values = [each.value for each in changes if each.index == LONG_INDEX]
        assert values == [LONG, ""], "the new level has none"


def changes(scene: Scene) -> None:
    changes = scene.of(ConfigstringChanged)
    assert {each.index for each in changes} <= set(range(2048))
    assert 1 in {each.index for each in changes}, "the restart's id came"


def restart(scene: Scene) -> None:
    assert scene.of(MapRestarted, scene.player) == [MapRestarted(persistent=False)]
    texts = scene.texts(scene.player)
    (told,) = [place for place, text in enumerate(texts) if text == "B"]
    assert any(text.startswith("d 1 ") for text in texts[:told]), "the id came before"


def notice(scene: Scene) -> None:
    """The next map is announced before its gamestate."""
    events = scene.player.events
    notice = events.index(LoadingNewMap("mp_foy", "ctf"))
    begins = [place for place, each in enumerate(events) if isinstance(each, GamestateReceived)]
    assert begins[0] < notice < begins[1]


def nothing_ignored(scene: Scene) -> None:
    """Messages end, hold what they may, and acknowledge what was sent: all were taken."""
    for client in scene.clients:
        assert len(scene.snapshots(client)) > 100


def pool(scene: Scene) -> None:
    for gamestate in scene.gamestates():
        assert 1 + sum(len(text) + 1 for text in gamestate.configstrings.values()) <= 20480


def bases(scene: Scene) -> None:
    distances = {snapshot.delta_distance for snapshot in scene.snapshots()}
    assert max(distances) <= 28
    assert min(distances) == 0


def order(scene: Scene) -> None:
    for snapshot in scene.snapshots():
        for records in (snapshot.frame.entities, snapshot.frame.clients):
            assert [*records] == sorted(records)
