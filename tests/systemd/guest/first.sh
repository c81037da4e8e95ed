#!/bin/bash
# First process on the host's files: lay a small Debian of its own in memory, with the host's /usr, make a
# Raspberry Pi of it, and become its systemd. /run/out/folders names more of the host's folders, and where
# each is to be seen.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
set -e
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /dev/shm /dev/pts /run/out
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
mount -t devpts devpts /dev/pts
mount -t configfs config /sys/kernel/config
mount -t debugfs debug /sys/kernel/debug
mount -t 9p -o trans=virtio,version=9p2000.L out /run/out
mount -t cgroup2 cgroup2 /sys/fs/cgroup
ip link set lo up
date -s "@$(sed -n 's/.*khepri\.time=\([0-9]*\).*/\1/p' /proc/cmdline)" > /run/date
. "${0%/*}/../../kernel/machine/board.sh"
chmod 666 /dev/gpiomem
echo "KHEPRI_LINES=$KHEPRI_LINES" > /run/lines

root=/mnt
mount -t tmpfs -o mode=755 tmpfs $root
cd $root
mkdir -p boot/firmware dev etc/systemd/system home mnt opt proc root run sys tmp usr var/lib var/log/journal var/tmp
chmod 1777 tmp var/tmp
chmod 755 root
mount --bind /usr usr
mount -t tmpfs -o mode=755 tmpfs usr/local/bin
for name in bin sbin lib lib64; do ln -s usr/$name $name; done
for name in group gshadow ld.so.cache ld.so.conf ld.so.conf.d login.defs nsswitch.conf os-release passwd python3.11 shadow; do
    [ ! -e /etc/$name ] || cp -a /etc/$name etc/
done
echo 127.0.0.1 localhost > etc/hosts
echo khepri > etc/hostname
echo 00000000000000000000000000000001 > etc/machine-id
printf 'dtparam=audio=on\n\n[all]\n' > boot/firmware/config.txt
while read -r from to; do
    mkdir -p ".$to"
    mount --bind "$from" ".$to"
done < /run/out/folders

cd etc/systemd/system
# What a table has no need of, and a login at a console.
for unit in getty.target systemd-logind.service systemd-tmpfiles-setup.service systemd-tmpfiles-clean.timer \
    systemd-update-utmp.service systemd-random-seed.service systemd-firstboot.service \
    systemd-hwdb-update.service dbus.service dbus.socket systemd-machine-id-commit.service remote-fs.target \
    systemd-user-sessions.service systemd-binfmt.service systemd-pcrphase.service; do
    ln -s /dev/null $unit
done
cat > guest.service <<EOF
[Unit]
Description=What this machine is for
After=basic.target
[Service]
Type=oneshot
EnvironmentFile=/run/lines
StandardOutput=file:/dev/console
StandardError=inherit
ExecStart=/bin/bash ${0%/*}/then.sh
EOF
cat > guest.target <<EOF
[Unit]
Requires=basic.target guest.service
After=basic.target
EOF
echo "guest: Linux $(uname -r), up $(cut -d' ' -f1 /proc/uptime) s after power-on"
cd /
exec switch_root $root /usr/lib/systemd/systemd --unit=guest.target --show-status=false --log-target=journal
