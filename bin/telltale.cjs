#!/usr/bin/env node
'use strict';
/* Plain ES5 on purpose: on an old Node this file must still parse, to say what is wrong. */
var major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write('telltale needs Node >= 24, found ' + process.version + '\n');
  process.exit(1);
}
require('./run-telltale.cjs');
