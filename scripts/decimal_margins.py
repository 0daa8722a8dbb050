#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How close the bounds of a double below 2^52 come to a decimal (docs/decisions/0021), in units of 2^-64."""
from fractions import Fraction


def least_distance(numerator, denominator, limit):
    """The least distance but 0 of m * numerator / denominator from a whole number, 0 < m < limit: that of a convergent."""
    least = Fraction(1)
    x, y, before, m = numerator, denominator, 1, 0
    while y != 0:
        quotient, x, y = x // y, y, x % y
        before, m = m, quotient * m + before
        if m >= limit:
            break
        rest = m * numerator % denominator
        if rest != 0:
            least = min(least, Fraction(min(rest, denominator - rest), denominator))
    return least


def main():
    least, where, n = Fraction(1), 0, 0
    for q in range(-1, -1075, -1):
        while 10 ** (n + 1) < 2**-q:
            n += 1
        distance = least_distance(5**n, 2 ** (1 - q - n), 2**54)  # of (2c - 1) and (2c + 1) times 2^(q-1) * 10^n
        if distance < least:
            least, where = distance, q
    print(f"{float(least * 2**64):.3f} at the exponent {where} of 2")


main()
