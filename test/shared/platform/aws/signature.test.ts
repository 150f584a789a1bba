import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import fc from 'fast-check';
import { presignedUrl, type SigningContext, signedHeaders } from '#shared/platform/aws/signature.ts';

/** The keys and the moment of the examples in the Amazon S3 API reference. */
const context: SigningContext = {
  service: 's3',
  region: 'us-east-1',
  credentials: {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  },
  now: Date.parse('2013-05-24T00:00:00Z'),
};

describe('a signed request', () => {
  it('carries the signature of the example in the S3 reference', () => {
    const headers = signedHeaders(
      {
        method: 'GET',
        url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
        headers: { range: 'bytes=0-9' },
      },
      context,
    );
    expect(headers.authorization).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
        'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, ' +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  it('sends the session token of temporary credentials, signed like the rest', () => {
    const temporary = { ...context, credentials: { ...context.credentials, sessionToken: 'token' } };
    const headers = signedHeaders(
      { method: 'GET', url: new URL('https://examplebucket.s3.amazonaws.com/'), headers: {} },
      temporary,
    );
    expect(headers['x-amz-security-token']).toBe('token');
    expect(headers.authorization).toContain(
      'SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token',
    );
  });
});

describe('a presigned URL', () => {
  it('is the one of the example in the S3 reference', () => {
    const url = new URL(
      presignedUrl(new URL('https://examplebucket.s3.amazonaws.com/test.txt'), 86_400, context),
    );
    expect(url.searchParams.get('X-Amz-Signature')).toBe(
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });

  it("has the signature that AWS's own SDK gives, whatever the key and the file name", async () => {
    const client = new S3Client({ region: context.region, credentials: context.credentials });
    const segment = fc
      .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
      .filter((text) => /^[^/.]+$/u.test(text) && text.isWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 3 }), segment, async (segments, name) => {
        const Key = segments.join('/');
        const ResponseContentDisposition = `attachment; filename="${name}"`;
        const theirs = new URL(
          await getSignedUrl(
            client,
            new GetObjectCommand({ Bucket: 'examplebucket', Key, ResponseContentDisposition }),
            { expiresIn: 60, signingDate: new Date(context.now) },
          ),
        );
        const unsigned = new URL(theirs.origin + theirs.pathname);
        for (const [parameter, value] of theirs.searchParams)
          if (!parameter.startsWith('X-Amz-') || parameter === 'X-Amz-Content-Sha256')
            unsigned.searchParams.set(parameter, value);
        const ours = new URL(presignedUrl(unsigned, 60, context));
        expect(ours.searchParams.get('X-Amz-Signature')).toBe(theirs.searchParams.get('X-Amz-Signature'));
      }),
      { numRuns: 100, seed: 7 },
    );
  });
});
