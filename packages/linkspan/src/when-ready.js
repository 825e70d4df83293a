/** Calls back once when the package is ready, unless it is already. Returns a function that cancels. */
export function whenReady(detector, call) {
  if (detector.status === 'ready') return () => {};
  const stop = detector.watch(() => {
    if (detector.status !== 'ready') return;
    stop();
    call();
  });
  return stop;
}
