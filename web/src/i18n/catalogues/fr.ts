import { BOARDS_FR } from '../boards/fr';
import { FR } from '../fr';
import type { Catalogue } from '../i18n.svelte';

const catalogue: Catalogue = { ...BOARDS_FR, ...FR };
export default catalogue;
