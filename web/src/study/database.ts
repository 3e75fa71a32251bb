/** A database of this device (IndexedDB) behind promises. */

export function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database did not answer'));
  });
}

/** Opens a database once, and again after it could not be opened; a newer page may take it over. */
export function databaseNamed(
  name: string,
  version: number,
  make: (database: IDBDatabase) => void,
): () => Promise<IDBDatabase> {
  let opening: Promise<IDBDatabase> | null = null;
  const open = async (): Promise<IDBDatabase> => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => make(request.result);
    const opened = await answered(request);
    opened.onversionchange = () => opened.close();
    return opened;
  };
  return () =>
    (opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    }));
}
