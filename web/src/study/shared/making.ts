/** Making a shared study, and the addresses under which others find it. */
import { addressOf } from '../../app/router.svelte';
import { newId, newToken } from '../../net/outbox';
import { makeStudy } from '../../net/studies';
import type { StudyOp } from '../../wire';
import { newName } from './changes';
import { keepKnown, keepWaiting } from './keeping';

export interface NewChapter {
  readonly name: string;
  readonly record: string;
}

const NAME_LENGTH = 100;

export function addChapter({ name, record }: NewChapter): StudyOp {
  return { type: 'add-chapter', id: newId(), chapter: newName(), name: cut(name), record };
}

/** As much of a name as the server takes, with no letter cut in two. */
function cut(name: string): string {
  return [...name].slice(0, NAME_LENGTH).join('');
}

/** Makes a study with some chapters, kept on this device before anything is sent; returns its name. */
export async function share(title: string, chapters: readonly NewChapter[]): Promise<string> {
  const [read, write, keep] = [newToken(), newToken(), newToken()];
  const { id } = await makeStudy({ title: cut(title), read, write, keep });
  await keepKnown({ id, title, role: 'keep', token: keep, links: { read, write }, log: [], used: Date.now() });
  await keepWaiting(id, chapters.map(addChapter));
  return id;
}

/** The address that opens a study; what stands after the `#` is sent to nobody but the study itself. */
export function linkTo(id: string, token: string): string {
  return addressOf(`/studies/${id}#${token}`);
}

/** What goes into another page, to show a study there. */
export function embedding(id: string, token: string, title: string): string {
  const named = title.replace(/[&"<>]/gu, (sign) => `&#${sign.charCodeAt(0)};`);
  const address = addressOf(`/embed/${id}#${token}`);
  return `<iframe src="${address}" title="${named}" width="480" height="720" style="border:0"></iframe>`;
}
