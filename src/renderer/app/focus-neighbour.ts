const LISTS = '[aria-label="Conversation"], [aria-label="Compare"]';

/**
 * Moves the focus to the next (1) or previous (-1) item of the conversation, or of a comparison; from anywhere else, to the last one in sight.
 * An item is whatever carries `data-item` there. False when there is none.
 */
export function focusNeighbour(step: 1 | -1): boolean {
  const items = [...document.querySelectorAll<HTMLElement>(`:is(${LISTS}) [data-item]`)];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  const next =
    at === -1 ? items.findLast((item) => item.getBoundingClientRect().top < window.innerHeight) : items[at + step];
  if (next === undefined) return items.length > 0;
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  return true;
}
