// Asks the worker. Answers come in the order of the questions.
const worker = new Worker('worker.js', { type: 'module' });
const waiting = new Map();
let last = 0;

worker.onmessage = ({ data: { id, value, error } }) => {
  const { done, fail } = waiting.get(id);
  waiting.delete(id);
  if (error) fail(new Error(error));
  else done(value);
};
worker.onerror = (event) => {
  for (const { fail } of waiting.values()) fail(new Error(event.message));
  waiting.clear();
};

export function ask(call, value) {
  return new Promise((done, fail) => {
    last += 1;
    waiting.set(last, { done, fail });
    worker.postMessage({ id: last, call, value });
  });
}
