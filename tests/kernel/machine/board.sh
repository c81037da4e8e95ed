# Make a Raspberry Pi of this machine as far as user space looks; what runs first in a guest reads this.

# gpiozero, Blinka and rpi_ws281x read the board from /proc/cpuinfo where there is no device tree.
{
    cat /proc/cpuinfo
    printf 'Hardware\t: BCM2835\nRevision\t: 902120\nModel\t\t: Raspberry Pi Zero 2 W Rev 1.0\n'
} > /run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo

chip=/sys/kernel/config/gpio-sim/pi
mkdir -p $chip/bank0
echo 54 > $chip/bank0/num_lines
echo pinctrl-bcm2835 > $chip/bank0/label
echo 1 > $chip/live
KHEPRI_LINES=/sys/devices/platform/$(cat $chip/dev_name)/$(cat $chip/bank0/chip_name)

# rpi_ws281x sets the function of its pin in the GPIO registers: a sparse file takes that.
truncate -s 1100M /dev/gpiomem

# 5 V arrive at the lights: device/pins.toml says by which line that is seen.
echo pull-up > $KHEPRI_LINES/sim_gpio23/pull
