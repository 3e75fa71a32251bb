/** Shared studies on the server. Every function throws a Refusal. */
import type { LinksAsked, OpsAsked, OpsDone, StudyGiven, StudyListed, StudyLog, StudyWanted } from '../wire';
import { read } from './server';

const path = (study: string): string => `/studies/${encodeURIComponent(study)}`;

export function makeStudy(wanted: StudyWanted): Promise<StudyGiven> {
  return read('/studies', wanted);
}

export function ownStudies(): Promise<StudyListed[]> {
  return read('/studies');
}

/** What was done in a study after a number. */
export function studyLog(study: string, token: string | null, since: number): Promise<StudyLog> {
  return read(`${path(study)}?since=${since}`, undefined, token ?? undefined);
}

export function doInStudy(study: string, token: string | null, asked: OpsAsked): Promise<OpsDone> {
  return read(`${path(study)}/ops`, asked, token ?? undefined);
}

export async function setLinks(study: string, token: string | null, asked: LinksAsked): Promise<void> {
  await read(`${path(study)}/links`, asked, token ?? undefined);
}

export async function deleteStudy(study: string, token: string | null): Promise<void> {
  await read(`${path(study)}/delete`, {}, token ?? undefined);
}
