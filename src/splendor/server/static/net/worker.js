/** The service worker. Browsers have one only where the connection is safe: over TLS, or on the same computer. */

const ADDRESS = '/service-worker.js';

/** Install the worker, or the one of a newer version; the pages work without. */
export function installWorker() {
  navigator.serviceWorker?.register(ADDRESS, { updateViaCache: 'none' })?.catch(() => {});
}
