"""The network the table is on: how it stands, and a Wi-Fi of the table's own where there is none.

`state` and `hotspot` are what is known, as values. `networking` opens and closes the own Wi-Fi and brings
the former one back; it asks a `manager`, which speaks through `nmcli` or, for the bench, `simulated`, and
reads the `answers` of either.
"""
