import { BOARDS_ES } from '../boards/es';
import { ES } from '../es';
import type { Catalogue } from '../i18n.svelte';

const catalogue: Catalogue = { ...BOARDS_ES, ...ES };
export default catalogue;
