#!/bin/bash
# First process on the host's files: make a Raspberry Pi of this machine as far as user space looks, run
# /run/out/command, leave its code in /run/out/code, power off. Whatever is written goes to memory or /run/out.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb HOME=/run/home TMPDIR=/run/tmp
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /dev/shm /run/home /run/tmp /run/out
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
mount -t configfs config /sys/kernel/config
mount -t debugfs debug /sys/kernel/debug
mount -t 9p -o trans=virtio,version=9p2000.L out /run/out
ip link set lo up
date -s "@$(sed -n 's/.*khepri\.time=\([0-9]*\).*/\1/p' /proc/cmdline)" > /run/date

. "${0%/*}/board.sh"
export KHEPRI_LINES GPIOZERO_PIN_FACTORY=lgpio LG_WD=/run/tmp
echo "guest: Linux $(uname -r), up $(cut -d' ' -f1 /proc/uptime) s after power-on"
# Through a pipe, or programs would take the console for a person's terminal.
(. /run/out/command) 2>&1 | cat
code=${PIPESTATUS[0]}
echo "guest: done $(cut -d' ' -f1 /proc/uptime) s after power-on"
echo $code > /run/out/code
sync
umount /run/out
echo o > /proc/sysrq-trigger
sleep 9
