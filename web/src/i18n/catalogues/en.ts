import { ENGLISH } from '../../boards/texts';
import { EN } from '../en';
import type { Catalogue } from '../i18n.svelte';

const catalogue: Catalogue = { ...ENGLISH, ...EN };
export default catalogue;
