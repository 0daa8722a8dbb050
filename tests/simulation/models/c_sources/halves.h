/* SPDX-License-Identifier: BSD-3-Clause */
double half(double x);
