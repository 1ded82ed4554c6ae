/** Carries what a window asks, and the answer. */
export const REQUEST_CHANNEL = 'runlight:request';
/** Carries what windows are told. */
export const PUSH_CHANNEL = 'runlight:push';
