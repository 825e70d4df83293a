#!/bin/sh
# The stable rustdoc, with unstable options.
RUSTC_BOOTSTRAP=1 exec rustdoc "$@"
