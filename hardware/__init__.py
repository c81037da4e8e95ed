"""The table as a thing: parts, wiring, panel and box, drawn from device/pins.toml by `make hardware`."""
