import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLED_EMBEDDER_ID, catalogue, findModel, Model, SMALLEST_CHAT_ID } from '../../../models/catalogue.ts';

const folder = resolve(import.meta.dirname, '../../../models/catalogue');

describe('models/catalogue', () => {
  it('holds every file of its folder, each valid, and ids once', () => {
    const inFolder = readdirSync(folder).map(
      (name) => Model.parse(JSON.parse(readFileSync(resolve(folder, name), 'utf8'))).id,
    );
    expect(catalogue.map(({ id }) => id).sort()).toEqual(inFolder.sort());
    expect(new Set(inFolder).size).toBe(inFolder.length);
  });

  it('is frozen to the last hash', () => {
    const [first] = catalogue;
    expect(Object.isFrozen(catalogue) && Object.isFrozen(first?.files[0]) && Object.isFrozen(first?.sources)).toBe(
      true,
    );
  });

  it('pins whatever ships or can come from anywhere but the hub', () => {
    for (const model of catalogue.filter(({ sources }) =>
      sources.some(({ kind }) => kind === 'bundled' || kind === 'pip'),
    )) {
      expect(model.files.every(({ sha256 }) => sha256 !== null)).toBe(true);
    }
  });

  it('gives every embedder what its vectors depend on', () => {
    for (const model of catalogue.filter(({ task }) => task === 'embedding')) {
      expect([model.dimension, model.pooling, model.normalised, model.queryPrefix, model.passagePrefix]).not.toContain(
        null,
      );
    }
  });

  it('finds the models that the app begins with, and null for others', () => {
    expect(findModel(BUNDLED_EMBEDDER_ID)?.task).toBe('embedding');
    expect(findModel(SMALLEST_CHAT_ID)?.task).toBe('chat');
    expect(findModel('nobody')).toBeNull();
  });

  it('refuses names that would leave the models folder', () => {
    const [model] = catalogue;
    for (const id of ['..', '../x', 'a/b', '', '.hidden', 'a\\b']) {
      expect(Model.safeParse({ ...model, id }).success).toBe(false);
      expect(Model.safeParse({ ...model, files: [{ name: id, bytes: 1, sha256: null }] }).success).toBe(false);
    }
  });
});
