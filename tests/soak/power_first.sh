#!/bin/bash
# First process of a machine whose plug is pulled: a disk of its own (ext4), on which tests/soak/power.py looks
# at what is there and plays on. What was acknowledged goes to /run/out, which is the host's.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb HOME=/run/home TMPDIR=/run/tmp
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /dev/shm /run/home /run/tmp /run/out /run/disk
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
mount -t 9p -o trans=virtio,version=9p2000.L out /run/out
echo "guest: Linux $(uname -r), up $(cut -d' ' -f1 /proc/uptime) s after power-on"
mount -t ext4 -o noatime /dev/vda /run/disk || echo "the disk can't be mounted" > /run/out/fault
. /run/out/command
echo "the program ended by itself" >> /run/out/fault
sleep 60
