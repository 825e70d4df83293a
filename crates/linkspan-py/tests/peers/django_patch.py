"""Runs Django's own tests of `urlize` with linkspan: `django_patch.py FOLDER`."""

import os
import runpy
import sys

import django.template.defaultfilters

import linkspan.django

django.template.defaultfilters._urlize = linkspan.django.urlize
folder = sys.argv[1]
os.chdir(folder)
sys.path.insert(0, folder)
names = [f"template_tests.filter_tests.{name}" for name in ("test_urlize", "test_urlizetrunc")]
sys.argv = ["runtests.py", "--parallel=1", "--verbosity=2", *names]
runpy.run_path("runtests.py", run_name="__main__")
