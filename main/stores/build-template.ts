import { rm } from 'node:fs/promises';
import { createDatabase } from './open.ts';

// Entry of the build: `node build-template.js FOLDER` makes the database that every first start copies.
const folder = process.argv[2];
if (!folder) throw new Error('usage: build-template FOLDER');
await rm(folder, { recursive: true, force: true });
await createDatabase(folder);
