/* eslint-disable */
// Variables of the project 'shop', written by bunting types. Do not edit.
import type { JsonValue } from '@bunting/client';

declare module '@bunting/client' {
  interface Variables {
    'banner-text': string;
    'checkout-enabled': boolean;
    'checkout-layout': string;
    'holiday-discount': number;
    'recommendations-count': number;
    'search-engine': JsonValue;
  }
}
