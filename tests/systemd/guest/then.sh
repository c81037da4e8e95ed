#!/bin/bash
# What the guest is for, once its systemd runs: run /run/out/command, leave its code in /run/out/code, power off.
# Through a pipe, or programs would take the console for a person's terminal.
(. /run/out/command) 2>&1 | cat
code=${PIPESTATUS[0]}
echo "guest: done $(cut -d' ' -f1 /proc/uptime) s after power-on"
echo $code > /run/out/code
sync
umount -l /run/out
echo o > /proc/sysrq-trigger
