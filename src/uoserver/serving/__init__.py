"""What every program that waits on a UDP port needs: its socket, rate limits, signals."""
