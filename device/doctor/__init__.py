"""`khepri doctor`: what this machine lacks for the table, in plain words, and the line that mends it.

Every check is a pure function over a System, which is all that the doctor sees of the machine.
"""
