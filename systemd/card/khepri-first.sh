#!/bin/sh
# At a card's first start, as root: unpack Khepri, and have it installed as soon as there is internet.
# It is tried again at every start, and every minute, until it has worked once.
set -eu
here=$(dirname "$0")
source=/usr/local/src/khepri
unit=/etc/systemd/system/khepri-first.service
mkdir -p "$source"
tar -xzf "$here/khepri.tar.gz" -C "$source"
cat > "$unit" <<END
[Unit]
Description=Install Khepri, once
Wants=network-online.target
After=network-online.target
ConditionPathExists=!/var/lib/khepri-installed
StartLimitIntervalSec=0
[Service]
Type=oneshot
ExecStart=/usr/bin/python3 $source/systemd/install
ExecStart=/usr/bin/touch /var/lib/khepri-installed
Restart=on-failure
RestartSec=60
[Install]
WantedBy=multi-user.target
END
systemctl enable khepri-first.service
if [ "${1:-}" = start ]; then
    systemctl start --no-block khepri-first.service
fi
