const FORM = /^(https:\/\/[^\s/?#@]+|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?)(\/\S*)?$/;

/** Whether it is an address to which a secret may be sent: https, or plain http on this machine, and no password in it. */
export const isSecureAddress = (given: string): boolean => FORM.test(given) && URL.canParse(given);
