/** Four-part addresses at both ends of every range that is not public. */
export const closedIpv4 = [
  ...['0.0.0.0', '0.1.2.3', '0.255.255.255', '10.0.0.0', '10.0.0.1', '10.255.255.255'],
  ...['100.64.0.0', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ...['127.0.0.0', '127.0.0.1', '127.0.0.53', '127.1.1.1', '127.255.255.255'],
  ...['168.63.129.16', '169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.100.1', '169.254.255.255'],
  ...['172.16.0.0', '172.16.0.1', '172.17.0.1', '172.31.255.255'],
  ...['192.0.0.0', '192.0.0.1', '192.0.0.170', '192.0.0.192', '192.0.2.1', '192.0.2.255'],
  ...['192.31.196.1', '192.52.193.1', '192.88.99.1', '192.168.0.0', '192.168.1.1', '192.168.255.255'],
  ...['192.175.48.1', '198.18.0.0', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '224.0.0.251', '239.255.255.250', '240.0.0.1', '250.1.2.3', '255.255.255.255'],
];

/** Neighbours of those ranges, and well-known public servers. */
export const openIpv4 = [
  ...['1.0.0.0', '1.1.1.1', '8.8.8.8', '9.9.9.9', '9.255.255.255', '11.0.0.0', '100.63.255.255'],
  ...['100.128.0.0', '126.255.255.255', '128.0.0.0', '151.101.1.69', '168.63.129.15', '168.63.129.17'],
  ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.0.3.0'],
  ...['192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0'],
  ...['203.0.112.255', '203.0.114.0', '223.255.255.255', '93.184.215.14'],
];

/** The same IPv4 address inside every IPv6 form that can carry one. */
export const embeddings = (ipv4: string): string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  const high = ((a << 8) | b).toString(16);
  const low = ((c << 8) | d).toString(16);
  return [
    `::ffff:${ipv4}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `::${ipv4}`,
    `::ffff:0:${ipv4}`,
    `64:ff9b::${ipv4}`,
    `64:ff9b:1::${ipv4}`,
    `2002:${high}:${low}::1`,
    `2001:0:4136:e378:8000:63bf:${high}:${low}`,
    `2001:4860:1:2:0:5efe:${high}:${low}`,
    `2001:4860:1:2:200:5efe:${high}:${low}`,
    `fe80::5efe:${ipv4}`,
  ];
};

export const closedIpv6 = [
  ...['::', '::1', '0:0:0:0:0:0:0:1', '100::', '100::1', '100:0:0:1::1', '1fff:ffff::1', '4000::1'],
  ...[
    '2001::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
    '2001:db8:1:2::3',
  ],
  ...[
    '2002::1',
    '2620:4f:8000::1',
    '3fff::1',
    '3fff:fff::1',
    '5f00::1',
    'fc00::1',
    'fd00::1',
    'fd00:ec2::254',
  ],
  ...[
    'fd12:3456:789a:1::1',
    'fe80::1',
    'fe80::a9fe:a9fe',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'ff02::1',
    'ff0e::1',
  ],
];
export const openIpv6 = [
  ...['2001:4860:4860::8888', '2606:4700:4700::1111', '2620:fe::fe', '2a00:1450:4001:81b::200e'],
  ...['2400:cb00:2048:1::c629:d7a2', '2001:200::1', '2001:db7::1', '2001:db9::1', '2003::1', '3ffe:ffff::1'],
];

/** Everything that inet_aton and browsers read as 127.0.0.1, 169.254.169.254 or 10.0.0.1, but is not written so. */
export const disguises = [
  ...[
    '127.1',
    '127.0.1',
    '127.0.0.01',
    '127.000.000.001',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '0x7f000001',
    '0X7F.1',
  ],
  ...['017700000001', '2130706433', '0x7f.1', '0', '0.0', '00.00.00.00', '127.0.0.1.', '127.0.0.0x1'],
  ...[
    '169.254.43518',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '0xa9.0xfe.0xa9.0xfe',
    '169.0xfea9fe',
  ],
  ...[
    '10.1',
    '0xa000001',
    '167772161',
    '012.0.0.1',
    '192.168.257',
    '0xc0a80101',
    '3232235777',
    '0300.0250.1.1',
  ],
  ...[
    '１２７.０.０.１',
    '127。0。0。1',
    '127．0．0．1',
    '①②⑦.⓪.⓪.①',
    '%31%32%37.0.0.1',
    '127%2e0%2e0%2e1',
    '0x7F.0x00.0x00.0x01',
  ],
  ...['8.8.2056', '0x8080808', '134744072', '010.8.8.8', '8.8.8.8.', '1.1.1.01'],
];

export const reservedNames = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'foo.bar.localhost',
    'printer.local',
    'router.lan',
  ],
  ...['metadata.google.internal', 'instance-data.ec2.internal', 'metadata', 'instance-data', 'kubernetes'],
  ...['kubernetes.default.svc.cluster.local', 'shop.test', 'shop.example', 'x.invalid', 'x.onion', 'x.alt'],
  ...[
    '1.0.0.127.in-addr.arpa',
    'router.home.arpa',
    'nas.home',
    'wiki.corp',
    'mx.mail',
    'x.intranet',
    'x.private',
  ],
  ...['host.docker.localdomain', 'db', 'redis', 'com', 'a..com', '.com'],
];

export const malformed = [
  ...[
    'http://user@shop.com/',
    'http://user:pw@shop.com/',
    'http://:pw@shop.com/',
    'http://8.8.8.8@127.0.0.1/',
  ],
  ...[
    'http://shop.com@127.0.0.1/',
    'http://127.0.0.1@shop.com/',
    'http://shop.com\\@127.0.0.1/',
    'http:\\\\127.0.0.1/',
  ],
  ...[
    'http://shop.com\\.evil.com/',
    'http://sh\top.com/',
    'http://shop.com/\r\nHost: x',
    'http://shop.com/\0',
    ' http://shop.com/',
  ],
  ...[
    'http://shop.com/ ',
    'http://shop.com:22/',
    'http://shop.com:25/',
    'http://shop.com:6379/',
    'http://shop.com:9001/',
  ],
  ...[
    'http://shop.com:0/',
    'http://shop.com:65535/',
    'https://shop.com:3306/',
    'http://shop.com:99999/',
    'http://shop.com:-1/',
  ],
  ...[
    'ftp://shop.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_INFO',
    'dict://127.0.0.1:11211/',
    'data:text/html,x',
  ],
  ...[
    'javascript:alert(1)',
    'blob:https://shop.com/x',
    'ws://shop.com/',
    'ldap://127.0.0.1/',
    'jar:http://127.0.0.1!/',
    'about:blank',
  ],
  ...[
    '',
    'shop.com',
    '//shop.com',
    '/path',
    'http://',
    'http:///',
    'http://[',
    'http://[::1',
    'http://[::ffff:7f00:1',
    'http://[::1%25eth0]/',
  ],
  ...[
    'http://shop .com/',
    'http://sh^op.com/',
    'http://sh<op.com/',
    'http://127.0.0.1.1/',
    'http://1.2.3.4.5/',
    'http://256.256.256.256/',
  ],
  ...[
    'http://0x/',
    'http:127.1',
    'http:2130706433',
    'https:0x7f.1/',
    'http:/127.1/',
    `http://shop.com/${'a'.repeat(2100)}`,
  ],
];

export const openUrls = [
  ...['http://shop.com/', 'https://shop.com', 'HTTPS://SHOP.COM/Path', 'https://www.shop.co.uk/a?b=c#d'],
  ...['https://shop.com:443/', 'http://shop.com:80/', 'http://shop.com:8080/', 'https://shop.com:8443/x'],
  ...[
    'https://bücher.de/',
    'https://xn--bcher-kva.de/',
    'https://日本語.jp/',
    'https://a.b.c.d.e.museum/',
    'https://shop.com./',
  ],
  ...[
    'https://127.0.0.1.nip.io/',
    'https://localhost.com/',
    'https://internal.io/',
    'https://10.com/',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]/',
  ],
  ...[
    'https://shop.com/%00',
    'https://shop.com/?u=http://127.0.0.1/',
    'https://shop.com/@127.0.0.1',
    'https://shop.host/',
  ],
];
