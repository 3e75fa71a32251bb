/** Whether the page is built with the engine, so that this device can host, think and study. */
declare const __ENGINE__: boolean;
/** Whether the page is built for a static site, without a server. */
declare const __SITE__: boolean;
