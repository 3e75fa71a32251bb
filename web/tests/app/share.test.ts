/** Giving something to others: how, where it is possible, and what happens where it is not. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

const show = vi.hoisted(() => vi.fn());
vi.mock('../../src/app/notices.svelte', () => ({ notices: { show } }));
vi.mock('../../src/i18n/i18n.svelte', () => ({ t: (key: string) => key }));
const { download, pass, passPicture } = await import('../../src/app/share');

const share = vi.fn();
const canShare = vi.fn();
const writeText = vi.fn();
const anchor = { href: '', download: '', click: vi.fn() };
let coarse = true;
const picture = new Blob(['x'], { type: 'image/png' });

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  coarse = true;
  vi.stubGlobal('matchMedia', () => ({ matches: coarse }));
  vi.stubGlobal('navigator', { share, canShare, clipboard: { writeText } });
  vi.stubGlobal('document', { createElement: () => anchor });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  canShare.mockReturnValue(true);
});
const aborted = new DOMException('never mind', 'AbortError');

describe('an address', () => {
  it('is shared by a device with fingers, and copied elsewhere', async () => {
    await pass('Match', 'http://here/m');
    expect([share.mock.calls, writeText.mock.calls]).toEqual([[[{ title: 'Match', url: 'http://here/m' }]], []]);
    coarse = false;
    await pass('Match', 'http://here/m');
    expect([share.mock.calls.length, writeText.mock.calls]).toEqual([1, [['http://here/m']]]);
    expect(show.mock.calls).toEqual([['share.copied']]);
  });

  it('is copied where it cannot be shared, and not where somebody thought better of it', async () => {
    share.mockRejectedValueOnce(aborted);
    await pass('Match', 'http://here/m');
    expect(writeText).not.toHaveBeenCalled();
    share.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    await pass('Match', 'http://here/m');
    expect(writeText).toHaveBeenCalledOnce();
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await pass('Match', 'http://here/m');
    expect(writeText).toHaveBeenCalledTimes(2);
  });

  it('is shown where it cannot even be copied', async () => {
    coarse = false;
    writeText.mockRejectedValue(new Error('no'));
    await pass('Match', 'http://here/m');
    expect(show.mock.calls).toEqual([['http://here/m']]);
  });
});

describe('a picture', () => {
  it('is shared with its name and kind where the device can', async () => {
    await passPicture('table.png', picture);
    const { files } = share.mock.calls[0]?.[0] as { files: File[] };
    expect([files.length, files[0]?.name, files[0]?.type]).toEqual([1, 'table.png', 'image/png']);
    expect(anchor.click).not.toHaveBeenCalled();
  });

  it.each([
    ['with a mouse', () => (coarse = false)],
    ['where files cannot be shared', () => canShare.mockReturnValue(false)],
    ['where sharing fails', () => share.mockRejectedValue(new Error('no'))],
  ])('is kept as a file %s', async (_, made) => {
    made();
    await passPicture('table.png', picture);
    expect([anchor.href, anchor.download, anchor.click.mock.calls.length]).toEqual(['blob:x', 'table.png', 1]);
  });

  it('is not kept by somebody who thought better of sharing it', async () => {
    share.mockRejectedValue(aborted);
    await passPicture('table.png', picture);
    expect(anchor.click).not.toHaveBeenCalled();
  });
});

it('lets go of a file only after the browser took it', () => {
  download('a.txt', picture);
  expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:x');
});
