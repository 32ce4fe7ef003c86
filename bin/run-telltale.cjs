'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

// A packed telltale carries the bundle; a checkout runs its sources as they are.
const bundled = path.join(__dirname, '..', 'dist', 'server', 'main.js');
const source = path.join(__dirname, '..', 'src', 'server', 'main.ts');
void import(pathToFileURL(fs.existsSync(source) ? source : bundled).href);
