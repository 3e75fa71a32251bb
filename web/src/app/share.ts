/** Giving something to others: by the device's own means, or through the clipboard. */
import { t } from '../i18n/i18n.svelte';
import { notices } from './notices.svelte';

/** Shares an address, or copies it where nothing can be shared. */
export async function pass(title: string, url: string): Promise<void> {
  if (matchMedia('(pointer: coarse)').matches && 'share' in navigator) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  await copy(url);
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notices.show(t('share.copied'));
  } catch {
    notices.show(text);
  }
}

/** Shares a picture where the device can, and keeps it as a file elsewhere. */
export async function passPicture(name: string, picture: Blob): Promise<void> {
  const files = [new File([picture], name, { type: picture.type })];
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files })) {
    try {
      await navigator.share({ files });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  download(name, picture);
}

/** Lets the browser keep a file. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
