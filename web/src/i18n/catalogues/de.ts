import { BOARDS_DE } from '../boards/de';
import { DE } from '../de';
import type { Catalogue } from '../i18n.svelte';

const catalogue: Catalogue = { ...BOARDS_DE, ...DE };
export default catalogue;
