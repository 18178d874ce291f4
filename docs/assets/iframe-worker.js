// Search in pages that are opened as files: browsers start no workers there. This runs the worker's
// script in a hidden frame instead. On a server it does nothing.
if (location.protocol === 'file:') {
  // The worker's script looks for this name in its parent to find its own address.
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement('iframe');
      frame.hidden = true;
      frame.title = 'search';
      document.body.append(frame);
      const inside = frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent('message', { data }));
      inside.importScripts = (...urls) => urls.reduce((before, each) => before.then(() => run(inside, each)), Promise.resolve());
      this.ready = run(inside, url).then(() => inside);
    }

    postMessage(data) {
      this.ready.then((inside) => inside.dispatchEvent(new MessageEvent('message', { data })));
    }
  };
}

function run(inside, url) {
  return new Promise((resolve, reject) => {
    const script = inside.document.createElement('script');
    script.src = url;
    script.onload = resolve;
    script.onerror = reject;
    inside.document.body.append(script);
  });
}
