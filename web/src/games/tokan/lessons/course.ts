/** The course of TOKAN: a study in each language, with the same moves and different words. */
import type { Language } from '../../../i18n/i18n.svelte';
import type { Course, LessonTexts } from '../../../lessons/lessons';
import type { Written } from '../../../lessons/written';

const FILES = import.meta.glob<string>('./??.txt', { query: '?raw', import: 'default' });

async function written(language: Language): Promise<Written> {
  const { readCourse } = await import('../../../lessons/written');
  return readCourse((await FILES[`./${language}.txt`]?.()) ?? '', 'Start');
}

export const course = async (): Promise<Course> => (await written('en')).course;
export const texts = async (language: Language): Promise<LessonTexts> => (await written(language)).texts;
