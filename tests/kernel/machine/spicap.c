// SPDX-License-Identifier: GPL-2.0
/*
 * An SPI controller without hardware that keeps what it is sent, so that /dev/spidev0.0 can be tested.
 *
 * In debugfs, under spicap/: tx (the bytes), size (how many; write 0 to forget them), hz and length (of the
 * last transfer). Built without an exit function: it stays until the machine is switched off.
 */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/spi/spi.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 2, 0)
#define spi_alloc_host spi_alloc_master
#endif

#define KEPT (1 << 20)

static struct debugfs_blob_wrapper kept;
static u32 hz, length;

static int keep(struct spi_controller *controller, struct spi_device *device, struct spi_transfer *transfer)
{
	size_t room = min_t(size_t, transfer->len, KEPT - kept.size);

	if (transfer->tx_buf) {
		memcpy(kept.data + kept.size, transfer->tx_buf, room);
		kept.size += room;
	}
	if (transfer->rx_buf)
		memset(transfer->rx_buf, 0, transfer->len);
	hz = transfer->speed_hz;
	length = transfer->len;
	return 0;
}

static void select_chip(struct spi_device *device, bool on)
{
}

static int __init spicap_init(void)
{
	/* spidev takes only devices that it knows by name, this among them. */
	static struct spi_board_info info = { .modalias = "dh2228fv", .max_speed_hz = 50000000 };
	struct platform_device *platform = platform_device_register_simple("spicap", -1, NULL, 0);
	struct spi_controller *controller;
	struct dentry *folder;
	int error;

	if (IS_ERR(platform))
		return PTR_ERR(platform);
	kept.data = kvzalloc(KEPT, GFP_KERNEL);
	controller = spi_alloc_host(&platform->dev, 0);
	if (!kept.data || !controller)
		return -ENOMEM;
	controller->bus_num = 0;
	controller->num_chipselect = 1;
	controller->mode_bits = SPI_CPOL | SPI_CPHA | SPI_NO_CS;
	controller->bits_per_word_mask = SPI_BPW_MASK(8);
	controller->transfer_one = keep;
	controller->set_cs = select_chip;
	error = spi_register_controller(controller);
	if (error)
		return error;
	if (!spi_new_device(controller, &info))
		return -ENODEV;
	folder = debugfs_create_dir("spicap", NULL);
	debugfs_create_blob("tx", 0400, folder, &kept);
	debugfs_create_ulong("size", 0600, folder, &kept.size);
	debugfs_create_u32("length", 0400, folder, &length);
	debugfs_create_u32("hz", 0400, folder, &hz);
	return 0;
}
module_init(spicap_init);
MODULE_DESCRIPTION("SPI controller that keeps what it is sent");
MODULE_LICENSE("GPL");
