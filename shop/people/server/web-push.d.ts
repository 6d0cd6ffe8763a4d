declare module "web-push" {
  const webPush: {
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        vapidDetails: { subject: string; publicKey: string; privateKey: string };
        /** The push service drops the notification after this time in seconds. */
        TTL: number;
        urgency: "high";
        topic: string;
      },
    ): { headers: Record<string, string>; body: Buffer };
  };
  export default webPush;
}
