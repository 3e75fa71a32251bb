/** What is known of TOKAN, told to players. */
import { inLanguage, type ArticlePart, type ArticleText } from '../../game';
import facts from './facts.json';

const TEXTS = import.meta.glob<{ default: ArticleText }>('./??.ts');

const article: ArticlePart = { texts: (language) => inLanguage(TEXTS, language), facts };
export default article;
