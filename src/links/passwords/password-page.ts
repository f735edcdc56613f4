import type { Response } from 'express';
import { sendPage } from '../../platform/http/answers/page';

/** Asks for a link's password; set the status first. @param referrer host of the page that contains the link @param alert why it asks again */
export function sendPasswordPage(response: Response, referrer: string, alert?: string): void {
  response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
  sendPage(response, {
    title: 'This link asks for a password',
    sentences: ['Enter the password that came with it.'],
    alert,
    form: {
      password: { name: 'password', label: 'Password' },
      // The form's own request will have this page as its referrer.
      hidden: referrer === '' ? {} : { referrer },
      submit: 'Continue',
    },
  });
}
