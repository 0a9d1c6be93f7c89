"""Runs a command on a terminal of its own and types into it.

Standard input: {"argv": [...], "env": {...}, "columns": n, "steps": [[wait_for, type], ...]}
Standard output: {"code": n, "screen": text}
"""

import fcntl
import json
import os
import pty
import select
import struct
import sys
import termios
import time

SECONDS_TO_WAIT = 25


def main():
    job = json.load(sys.stdin)
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(job["argv"][0], job["argv"], job["env"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, job["columns"], 0, 0))
    steps = job["steps"]
    seen = b""
    since = 0
    ends_at = time.monotonic() + SECONDS_TO_WAIT
    while time.monotonic() < ends_at:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if ready:
            try:
                chunk = os.read(terminal, 65536)
            except OSError:  # Linux reports the end of a terminal as an error
                break
            if not chunk:
                break
            seen += chunk
        while steps and steps[0][0].encode() in seen[since:]:
            since = seen.index(steps[0][0].encode(), since) + len(steps[0][0].encode())
            os.write(terminal, steps.pop(0)[1].encode())
    else:
        os.kill(child, 9)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    json.dump({"code": code, "screen": seen.decode("utf-8", "replace"), "left": steps}, sys.stdout)


main()
