/** What browsers give as the key while an input method has it; Safari still for the key that ends it. */
const PROCESSED = 229;

/**
 * Leaves keys to an input method while a word is composed with it: Enter takes the word, and Esc
 * and the arrows are for its list, so none of them is a command of the page.
 */
export function leaveKeysToComposition(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === PROCESSED) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
