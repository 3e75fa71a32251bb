/** The page's one connection. */
import { Line } from '../net/line.svelte';
import { Outbox } from '../net/outbox';

const address = `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/api/ws`;

export const line = new Line(address, new Outbox(localStorage));
