import type { Key } from '@bunting/client';

/**
 * Variables that the page reads. Others, such as `recommendations-count`, are for the server alone, and are not in the
 * page.
 */
export const pageKeys: Key[] = ['banner-text', 'checkout-layout'];
