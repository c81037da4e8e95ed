"""`make soak`: every part long, an hour or more; docs/reliability.md says what came of it.

python -m tests.soak [PART …]      only these parts
"""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS: dict[str, tuple[str, ...]] = {
    "killing": ("--times", "1000"),
    "refusing": (),
    "flipping": ("--masks", "80", "01", "ff"),
    "long_life": ("--games", "1000"),
    "evening": ("--rounds", "60", "--watching", "200", "--acting", "20"),
    "fuzzing": ("--inputs", "1000000"),
    "power": ("--cuts", "100"),
}


def main(wanted: list[str]) -> int:
    """Run the parts one after the other; fail if one does."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        print(f"khepri: no part is called {unknown[0]}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    failed = []
    for name in wanted or PARTS:
        start = time.monotonic()
        print(f"\n== {name} {' '.join(PARTS[name])}", flush=True)
        if subprocess.run([sys.executable, "-m", f"tests.soak.{name}", *PARTS[name]], cwd=ROOT).returncode:
            failed.append(name)
        print(f"   {time.monotonic() - start:.0f} s", flush=True)
    print(f"\nkhepri: failed: {', '.join(failed)}" if failed else "\nkhepri: nothing was lost")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
