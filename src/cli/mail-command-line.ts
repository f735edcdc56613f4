import { type Command, Option } from 'commander';
import { MAIL_KINDS, MAIL_STATES } from '../mail/outbox/mail-kinds';
import { PID_MAX } from '../catalog/products/api-pid';
import { later, upTo, withJson, withJsonOnRequest, withReason } from './options';

const mailCommands = () => import('./mail-commands.js');

export function addMailCommands(program: Command): void {
  const mail = program
    .command('mail')
    .description('see what customers were sent, send it again, and try the mail server');
  withJson(mail.command('list'))
    .description('list emails, newest first')
    .option('--customer <uid>', 'only those to this customer')
    .option('--order <id>', 'only those of this order', upTo(Number.MAX_SAFE_INTEGER))
    .addOption(new Option('--state <name>', 'only those in this state').choices(MAIL_STATES))
    .addOption(new Option('--kind <name>', 'only those of this kind').choices(MAIL_KINDS))
    .option('--limit <number>', 'how many at most, up to 1000', upTo(1000, 1), 100)
    .action(later(async () => (await mailCommands()).list));
  withReason(withJson(mail.command('resend <id>')))
    .description('let the running service send an email again')
    .option('--to <address>', 'an address other than the last one')
    .action(later(async () => (await mailCommands()).resend));
  withReason(withJson(mail.command('key <key>')))
    .description('let the running service mail a license key, named by itself or by its record id, to its customer')
    .option('--to <address>', 'an address other than that of the customer')
    .action(later(async () => (await mailCommands()).mailKey));
  withJson(mail.command('test <address>'))
    .description('send a test at once and show what the mail server said; exit code 1 when it did not accept it')
    .action(later(async () => (await mailCommands()).test));
  withJsonOnRequest(mail.command('preview'))
    .description('show an email as a customer would get it now, with made-up values; nothing is sent')
    .addArgument(mail.createArgument('<kind>', 'the kind of mail').choices(MAIL_KINDS))
    .option('--language <tag>', 'the language of the customer', 'en')
    .option('--product <pid>', 'the product that it is about', upTo(PID_MAX))
    .option('--html', 'the HTML, instead of the plain text')
    .action(later(async () => (await mailCommands()).preview));
}
