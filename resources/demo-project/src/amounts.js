const FRACTIONS = new Map([
  [0.25, '¼'],
  [0.5, '½'],
  [0.75, '¾'],
]);

/** An amount to the nearest quarter, the way cooks write it: 1.5 is 1½. */
export function formatAmount(amount) {
  const quarters = Math.max(1, Math.round(amount * 4)) / 4;
  const whole = Math.floor(quarters);
  const fraction = FRACTIONS.get(quarters - whole) ?? '';
  return whole === 0 ? fraction : `${whole}${fraction}`;
}
