"""A contact that chatters, in a process of its own: as fast as the machine can, until standard input ends.

It is given the line, ends open, and prints how often it moved in a second. Standard library only.
"""

import os
import select
import sys
import time

AT_ONCE = 100


def main(gpio: int) -> None:
    """Chatter."""
    line = os.open(f"{os.environ['KHEPRI_LINES']}/sim_gpio{gpio}/pull", os.O_WRONLY)
    began_s, moves = time.monotonic(), 0
    while not select.select([sys.stdin], [], [], 0)[0]:
        for pull in (b"pull-down", b"pull-up") * (AT_ONCE // 2):
            os.pwrite(line, pull, 0)
        moves += AT_ONCE
    print(round(moves / (time.monotonic() - began_s)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
