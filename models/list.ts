import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogue, findModel, Model } from './catalogue.ts';
import { type Located, locateModel, type ModelPlaces } from './locate.ts';

/** Deletes what Palimpsest holds of a model: downloads, halves, copies and notes. The user's own file is never touched. */
export async function removeModel(model: Model, folder: string): Promise<void> {
  await rm(join(folder, 'added', `${model.id}.json`), { force: true });
  await rm(join(folder, model.id), { recursive: true, force: true });
}

/** Models that the user added. A note that cannot be read is left where it is and not listed. */
export async function listAddedModels(folder: string): Promise<readonly Model[]> {
  const names = await readdir(join(folder, 'added')).catch(() => [] as string[]); // nobody has added one yet
  const models: Model[] = [];
  for (const name of names.filter((each) => each.endsWith('.json')).sort()) {
    const text = await readFile(join(folder, 'added', name), 'utf8');
    const parsed = Model.safeParse(parseJson(text));
    if (parsed.success && findModel(parsed.data.id) === null) models.push(parsed.data);
  }
  return models;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Half a note is no model; the schema refuses it.
    return null;
  }
}

export type ListedModel = { readonly model: Model; readonly isAdded: boolean; readonly located: Located };

/** Every model that can be chosen or fetched, and where each stands. */
export async function listModels(places: ModelPlaces): Promise<readonly ListedModel[]> {
  const added = await listAddedModels(places.folder);
  const all = [
    ...catalogue.map((model) => ({ model, isAdded: false })),
    ...added.map((model) => ({ model, isAdded: true })),
  ];
  return Promise.all(all.map(async (each) => ({ ...each, located: await locateModel(each.model, places) })));
}
