#!/bin/busybox sh
# First process in the initramfs: load the modules, take the host's files as root (9p, read-only), go on there.
b=/bin/busybox
$b mount -t proc proc /proc
$b mount -t devtmpfs dev /dev
while read -r module; do
    $b insmod "/modules/$module" || echo "KERNEL: $module could not be loaded"
done < /modules/order
$b mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=262144 host /host || $b poweroff -f
first=$($b sed -n 's/.*khepri\.first=\([^ ]*\).*/\1/p' /proc/cmdline)
$b umount /proc
$b umount /dev
exec $b switch_root /host /bin/bash "$first"
